// Playing a film: which frame is shown when. It knows no game and draws nothing.

export class Player {
  /**
   * @param {number[]} times when each frame is due at normal speed, in seconds
   * @param {(place: number) => void} show
   * @param {(playing: boolean) => void} changed
   */
  constructor(times, show, changed) {
    this.times = times;
    this.show = show;
    this.changed = changed;
    this.place = 0;
    this.speed = 1;
    this.playing = false;
    this.clock = 0;
    this.last = 0;
    this.request = 0;
  }

  get end() {
    return this.times.length - 1;
  }

  /** @param {number} place */
  goTo(place) {
    this.place = Math.max(0, Math.min(this.end, Math.round(place)));
    this.clock = this.times[this.place] ?? 0;
    this.show(this.place);
  }

  /** @param {number} by */
  step(by) {
    this.pause();
    this.goTo(this.place + by);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.playing) return;
    if (this.place >= this.end) this.goTo(0);
    this.playing = true;
    this.last = performance.now();
    this.request = requestAnimationFrame((now) => this.frame(now));
    this.changed(true);
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    cancelAnimationFrame(this.request);
    this.changed(false);
  }

  /** @param {number} now */
  frame(now) {
    if (!this.playing) return;
    this.clock += ((now - this.last) / 1000) * this.speed;
    this.last = now;
    let place = this.place;
    while (place < this.end && this.times[place + 1] <= this.clock) place++;
    if (place !== this.place) {
      this.place = place;
      this.show(place);
    }
    if (place >= this.end) this.pause();
    else this.request = requestAnimationFrame((later) => this.frame(later));
  }
}
