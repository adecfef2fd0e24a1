import { crc32, deflateRawSync } from 'node:zlib';

/** A part of an archive, and what to write about it that is not so. */
export interface Part {
  readonly name: string;
  readonly content?: string | Uint8Array;
  /** Deflated bytes in place of the content's. */
  readonly deflated?: Uint8Array;
  readonly size?: number;
  readonly crc?: number;
  readonly method?: number;
  readonly flags?: number;
  /** Name in the header before the bytes, where it differs from the directory's. */
  readonly localName?: string;
  /** Unix mode: 0o120777 is a link. */
  readonly mode?: number;
  /** Lies inside the bytes of the part before it, which are its `headed` bytes. */
  readonly overlaps?: boolean;
}

/** A zip archive, honest but for what its parts say. */
export function zip(parts: readonly Part[], zip64 = false): Uint8Array {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  let last = 0;
  for (const part of parts) {
    const { local, central } = written(part, part.overlaps ? last : at);
    directory.push(central);
    if (part.overlaps) continue;
    last = at + 30 + Buffer.byteLength(part.name);
    pieces.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(zip64 ? 0xffff : parts.length, 8);
  end.writeUInt16LE(zip64 ? 0xffff : parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(zip64 ? 0xffffffff : at, 16);
  return new Uint8Array(Buffer.concat([...pieces, listed, end]));
}

/** The bytes of a part with the header before them. */
export function headed(part: Part): Uint8Array {
  return new Uint8Array(written(part, 0).local);
}

function written(part: Part, at: number): { local: Buffer; central: Buffer } {
  const content = Buffer.from(part.content ?? '');
  const packed = part.deflated ?? deflateRawSync(content, { level: 6 });
  const name = Buffer.from(part.name);
  const localName = Buffer.from(part.localName ?? part.name);
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(part.flags ?? 0x800, 2);
  facts.writeUInt16LE(part.method ?? 8, 4);
  facts.writeUInt32LE(part.crc ?? crc32(content), 10);
  facts.writeUInt32LE(packed.length, 14);
  facts.writeUInt32LE(part.size ?? content.length, 18);
  const localFacts = Buffer.from(facts);
  localFacts.writeUInt16LE(localName.length, 22);
  facts.writeUInt16LE(name.length, 22);
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(((part.mode ?? 0o100644) << 16) >>> 0, 6);
  tail.writeUInt32LE(at, 10);
  return {
    local: Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), localFacts, localName, packed]),
    central: Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([20, 3]), facts, tail, name]),
  };
}

/** A large content, made and packed once, however many archives hold it. */
export function packedOnce(make: () => string): () => Pick<Part, 'deflated' | 'size' | 'crc'> {
  let part: Pick<Part, 'deflated' | 'size' | 'crc'> | undefined;
  return () => {
    if (part) return part;
    const content = Buffer.from(make());
    part = { deflated: deflateRawSync(content, { level: 6 }), size: content.length, crc: crc32(content) };
    return part;
  };
}

/** Deflated bytes that unpack to `mebibytes` MiB of one letter, made in no time. */
export function deflatedLetters(mebibytes: number): Uint8Array {
  const flushed = deflateRawSync(Buffer.alloc(2 ** 20, 'a'), { level: 9, finishFlush: 3 });
  return Buffer.concat([...new Array<Buffer>(mebibytes).fill(flushed), Buffer.from([3, 0])]);
}

/** Letters that pack some forty times, as sheets may: what bounds their length is not the ratio. */
export function looseLetters(length: number): string {
  let state = 1;
  const fresh = (count: number) =>
    Array.from({ length: count }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return 'abcdefghijklmnopqrstuvwxyzABCDEF'[state >> 26];
    }).join('');
  const block = fresh(16_000);
  const blocks = Array.from({ length: Math.ceil(length / 16_384) }, () => block + fresh(384));
  return blocks.join('').slice(0, length);
}
