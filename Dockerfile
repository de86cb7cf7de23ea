# `docker build -t ludus .` builds an image that serves the web arena as a user without rights. Its root file system can be
# read-only: everything it keeps is in the volume /data.
FROM docker.io/library/rust:1.95-bookworm AS build
WORKDIR /src
COPY . .
RUN scripts/build-portable

FROM docker.io/library/debian:bookworm-slim
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin ludus \
    && install -d -o ludus -g ludus /data
COPY --from=build /src/target/portable/release/ludus /usr/local/bin/ludus
COPY --from=build /src/LICENSE-APACHE /src/LICENSE-MIT /usr/share/doc/ludus/
USER ludus
WORKDIR /data
ENV XDG_DATA_HOME=/data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8000 && printf 'GET /health HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep -q ' 200 '"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["ludus"]
CMD ["serve", "--listen", "0.0.0.0:8000"]
