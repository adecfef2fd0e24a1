// Whole numbers as types: `offsetof<Seven>()` is 7. A kernel whose width or variant is a type
// parameter is compiled once for each type, without branches. Constant parameters do not achieve
// this: the optimiser merges the copies of such a kernel again.

@unmanaged
export class Zero {}

@unmanaged
export class One extends Zero {
  one: u8;
}

@unmanaged
export class Two extends One {
  two: u8;
}

@unmanaged
export class Three extends Two {
  three: u8;
}

@unmanaged
export class Four extends Three {
  four: u8;
}

@unmanaged
export class Five extends Four {
  five: u8;
}

@unmanaged
export class Six extends Five {
  six: u8;
}

@unmanaged
export class Seven extends Six {
  seven: u8;
}

@unmanaged
export class Eight extends Seven {
  eight: u8;
}
