/** Section, m²; seconds that make a gap; density, kg/m³: those of the mapping. */
const [AREA, GAP_S, DENSITY] = [20, 1.5, 0.668];

/**
 * The integral of a file `time;c;v;t;p` as one would write it in JavaScript: C·Q at 20 °C by the left step, summed in f64 by hour. No rules
 * but a gap are checked.
 */
export class PlainIntegral {
  readonly hours = new Float64Array(24 * 366);
  #former = Number.NaN;
  #flow = 0;

  /** A row: seconds since the first hour, and the readings. */
  add(second: number, c: number, v: number, t: number, p: number): void {
    const between = second - this.#former;
    if (between > 0) {
      const hour = Math.floor(this.#former / 3600);
      this.hours[hour] = (this.hours[hour] ?? 0) + this.#flow * Math.min(between, GAP_S);
    }
    this.#former = second;
    this.#flow = (c / 100) * v * AREA * 60 * (p / 101.325) * (293.15 / (273.15 + t));
  }

  /** t of CH4. */
  get tonnes(): number {
    return ((this.hours.reduce((sum, value) => sum + value, 0) + this.#flow) / 60 / 1000) * DENSITY;
  }
}

const [NEWLINE, SEMICOLON, POINT] = [10, 59, 46];

/** Reads pieces of a file byte by byte: whole numbers and a power of ten, no text is made. */
export class PlainByteLoop {
  readonly integral = new PlainIntegral();
  readonly #fields = new Float64Array(5);
  #field = 0;
  #number = 0;
  #scale = 0;
  #isHeader = true;
  #minute = Number.NaN;
  #minuteStart = 0;
  /** Parts of the time: `YYYYMMDD` and `HHMMSS` as one number of 14 digits. */
  push(bytes: Uint8Array): void {
    let [field, number, scale] = [this.#field, this.#number, this.#scale];
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      const digit = byte - 48;
      if (digit >= 0 && digit < 10) {
        number = number * 10 + digit;
        scale *= 10;
      } else if (byte === POINT) scale = 1;
      else if (byte === SEMICOLON || byte === NEWLINE) {
        this.#fields[field] = scale > 0 ? number / scale : number;
        field++;
        number = 0;
        scale = 0;
        if (byte === NEWLINE) {
          if (this.#isHeader) this.#isHeader = false;
          else this.#row();
          field = 0;
        }
      }
    }
    [this.#field, this.#number, this.#scale] = [field, number, scale];
  }

  #row(): void {
    const [time = 0, c = 0, v = 0, t = 0, p = 0] = this.#fields;
    const minute = Math.floor(time / 100);
    if (minute !== this.#minute) {
      this.#minute = minute;
      const [day, clock] = [Math.floor(minute / 10_000), minute % 10_000];
      const date = Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100);
      this.#minuteStart = (date - Date.UTC(2025, 0, 1)) / 1000 + Math.floor(clock / 100) * 3600 + (clock % 100) * 60;
    }
    this.integral.add(this.#minuteStart + (time % 100), c, v, t, p);
  }
}
