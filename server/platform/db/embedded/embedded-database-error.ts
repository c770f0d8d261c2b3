/** Why the embedded database cannot be used, as a sentence for the person who started the server. */
export class EmbeddedDatabaseError extends Error {
	override name = "EmbeddedDatabaseError";
}
