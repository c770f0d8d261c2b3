/** A file we do not accept, with a sentence that says why. Thrown so that anything already started is rolled back. */
export class BadFile extends Error {}
