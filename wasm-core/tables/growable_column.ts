/** A growable column of f64; it allocates at most twice the size of its numbers. */
export class GrowableColumn {
  private values = new Float64Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Float64Array(this.values.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }

  /** A view of the numbers so far. */
  get taken(): Float64Array {
    return this.values.subarray(0, this.length);
  }
}
