/** A file that is not taken in, with a sentence that says why. Thrown so that whatever was begun is rolled back. */
export class BadFile extends Error {}
