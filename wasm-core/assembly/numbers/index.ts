// Whole numbers as types: `offsetof<Seven>()` is 7. A kernel that takes its width or a choice as a
// type parameter is compiled once for each, without branches; parameters that are constants are
// not: the optimiser folds the copies of such a kernel into one again.

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
