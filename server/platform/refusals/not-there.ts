/** Thrown where something that a request names is not there, so that its answer is 404 `not_found` with this message. */
export class NotThere extends Error {}
