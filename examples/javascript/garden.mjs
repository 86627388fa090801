// An engine as people write them: tiles are shuffled when the game is made, and drawn where they are needed.

const shuffled = (tiles) => {
  const mixed = [...tiles];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other], mixed[at]];
  }
  return mixed;
};

export class Garden {
  /** The tiles face down, discarded, and face up; and how many are still to be turned up. */
  constructor(tiles, discard, row, left) {
    Object.assign(this, { tiles: shuffled(tiles), discard, row, left });
    this.reshuffle();
  }

  draw() {
    return this.tiles.pop();
  }

  reshuffle() {
    if (this.left > 0 && this.tiles.length === 0) {
      [this.tiles, this.discard] = [shuffled(this.discard), []]; // settler.reshuffle
    }
  }

  turnUp() {
    this.row.push(this.draw());
    this.left -= 1;
    this.reshuffle();
  }

  refill() {
    while (this.left > 0) this.turnUp(); // settler.fill-row
  }

  /** Another one in the same state. */
  copy() {
    const other = Object.create(Garden.prototype);
    return Object.assign(other, structuredClone({ ...this }));
  }
}
