/** A document, made when its turn comes: as a whole or, if it grows with the number of findings, piece by piece. */
export type BundleDocument = { path: string; pieces: () => AsyncIterable<string | Uint8Array> };
