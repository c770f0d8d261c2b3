/** A document, as a whole or, if it grows with the number of findings, piece by piece. */
export type BundleDocument = { path: string } & (
	| { make: () => Promise<Buffer> }
	| { pieces: () => AsyncIterable<string> }
);
