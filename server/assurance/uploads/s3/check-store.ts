import { randomUUID } from "node:crypto";
import { type ObjectStore, ObjectStoreError } from "#server/platform/files/object-store.ts";
import { StartError } from "#server/platform/process/start-error.ts";

/** An object of ours that stays there, to test whether we can read. */
const CHECKED = "plumbline-check";
const SAYS = Buffer.from("Plumbline writes and reads this object when it starts.\n");

/** What the operator can do about a refusal, by what the store calls it. */
const ADVICE: Readonly<Record<string, string>> = {
	InvalidAccessKeyId: "It does not know S3_ACCESS_KEY_ID.",
	SignatureDoesNotMatch: "S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID.",
	NoSuchBucket: "There is no such bucket; create it, or correct S3_BUCKET.",
	AccessDenied: "The key may not do that; it needs the rights to get, put and delete objects of the bucket.",
	AuthorizationHeaderMalformed: "S3_REGION is probably another one.",
	PermanentRedirect: "The bucket is elsewhere; correct S3_ENDPOINT and S3_REGION.",
	TemporaryRedirect: "The bucket is elsewhere; correct S3_ENDPOINT and S3_REGION.",
	RequestTimeTooSkewed: "This machine's clock differs from the store's; set it right.",
};

/**
 * Writes, reads and deletes. Resolves with a warning if the store does not answer: it may be back soon, and the rest of the product works
 * without it. Throws a StartError if it refuses us.
 */
export async function checkStore(store: ObjectStore): Promise<string | undefined> {
	try {
		await store.put(CHECKED, SAYS);
		if (!(await store.get(CHECKED)).equals(SAYS)) {
			throw new ObjectStoreError("refused", "What was written is read as something else.");
		}
		// Something that does not exist, so that processes that start at the same time do not delete each other's object.
		await store.delete(`${CHECKED}/${randomUUID()}`);
		return undefined;
	} catch (error) {
		if (!(error instanceof ObjectStoreError)) throw error;
		if (error.because === "away") {
			return `Files cannot be stored or read: ${store.place} does not answer (${error.message}). Uploads wait on people's devices until it does`;
		}
		const advice = (error.code !== undefined && ADVICE[error.code]) || "Check the settings that begin with S3_.";
		throw new StartError(`Files cannot be stored in ${store.place}: ${error.message}. ${advice}`, { cause: error });
	}
}

/** Whether the store answers now. */
export const isReachable = (store: ObjectStore): Promise<boolean> =>
	store.get(CHECKED).then(
		() => true,
		// Another process may not have written it yet; a store that says so does answer.
		(error) => error instanceof ObjectStoreError && error.because === "lost",
	);
