//! The arguments of `worker` and `cluster`.

use clap::{Args, Subcommand};

/// Arguments of `ludus worker`.
#[derive(Debug, Args)]
#[command(after_help = "\
Start and stop workers at any time. Ctrl-C finishes the running jobs and exits; a second Ctrl-C exits at once, and the \
cluster gives the jobs to other workers. Credentials are settings (`ludus config`), best in the environment: \
LUDUS_CLUSTER_USER and LUDUS_CLUSTER_PASSWORD, LUDUS_CLUSTER_TOKEN, LUDUS_CLUSTER_CREDS_FILE. See docs/CLUSTER.md.

Examples:
  ludus worker --cluster nats://host:4222
  LUDUS_CLUSTER_TOKEN=… ludus worker --cluster tls://host:4222 --jobs 8")]
pub(crate) struct WorkerArgs {
    /// The address of the cluster's NATS server [default: cluster.url]
    #[arg(long, value_name = "URL")]
    pub(crate) cluster: Option<String>,

    /// How many jobs to run at a time; 0 means one per core
    #[arg(long, short, value_name = "J", default_value_t = 0)]
    pub(crate) jobs: usize,

    /// The worker's name [default: the name of this machine]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Run jobs that name programs, servers or files of this machine as opponents. Anyone who can write to the cluster
    /// can then run any program here
    #[arg(long)]
    pub(crate) allow_programs: bool,
}

/// Arguments of `ludus cluster`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  ludus cluster status --cluster nats://host:4222")]
pub(crate) struct ClusterArgs {
    /// What to do
    #[command(subcommand)]
    pub(crate) command: ClusterCommand,
}

/// What `ludus cluster` does.
#[derive(Debug, Subcommand)]
pub(crate) enum ClusterCommand {
    /// Show the workers, the runs, and the jobs that wait and run
    Status(StatusArgs),
}

/// Arguments of `ludus cluster status`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ludus cluster status --cluster nats://host:4222
  ludus cluster status --cluster nats://host:4222 --json")]
pub(crate) struct StatusArgs {
    /// The address of the cluster's NATS server [default: cluster.url]
    #[arg(long, value_name = "URL")]
    pub(crate) cluster: Option<String>,

    /// Print one JSON document instead of tables
    #[arg(long)]
    pub(crate) json: bool,
}
