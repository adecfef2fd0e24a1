/** A column of f64 that grows: no more than twice the memory of its numbers. */
export class GrowingColumn {
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

  /** The numbers so far, not copied. */
  get taken(): Float64Array {
    return this.values.subarray(0, this.length);
  }
}
