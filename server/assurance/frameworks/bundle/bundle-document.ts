/** A document, whole or, if it grows with findings, piece by piece. */
export type BundleDocument = { path: string } & (
	| { make: () => Promise<Buffer> }
	| { pieces: () => AsyncIterable<string> }
);
