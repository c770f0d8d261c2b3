import type { Base } from "#server/platform/base.ts";
import type { ObjectStore } from "#server/platform/files/object-store.ts";
import { every } from "#server/platform/jobs/every.ts";
import type { Config } from "#server/platform/settings/config.ts";
import { checkStore, isReachable } from "./s3/check-store.ts";
import { createS3Store, type S3Settings } from "./s3/s3-store.ts";
import { hasObjects } from "./store/loose-objects.ts";

type Opened = Pick<Base, "config" | "deps" | "pool" | "readiness" | "tell" | "onClose">;

/**
 * The store that the settings name, after checking that it can store, return and delete objects; undefined if they name none. It is
 * opened even if new files go into the database: earlier ones may be in it.
 */
export async function openObjectStore(base: Opened): Promise<ObjectStore | undefined> {
	const { config, deps, readiness, tell } = base;
	const { log, timings } = deps;
	const warn = (warning: string) => {
		log.warn({ warning }, "files are not stored as they should be");
		tell("", `Warning: ${warning}.`);
	};
	const settings = s3SettingsOf(config);
	if (!settings) {
		if (await hasObjects(base.pool)) {
			warn("Some files are in S3, but S3_BUCKET is not set. They can be neither read nor deleted until it is");
		}
		return undefined;
	}
	const store = createS3Store(settings, { fetch, patienceMs: timings.storeMs });
	const warning = await checkStore(store);
	if (warning !== undefined) warn(warning);
	tell("Files", config.FILE_STORE === "s3" ? store.place : `in the database; earlier ones in ${store.place}`);

	readiness.parts.set("files", warning === undefined);
	const asking = every(
		timings.storeAskedMs,
		async () => {
			// If it was away, all checks run again.
			const answers = readiness.parts.get("files") ? await isReachable(store) : (await checkStore(store)) === undefined;
			if (answers !== readiness.parts.get("files")) {
				log.warn(
					{ store: store.place },
					answers ? "the store of files answers again" : "the store of files does not answer",
				);
			}
			readiness.parts.set("files", answers);
		},
		(error) => log.warn({ error }, "the store of files could not be asked"),
	);
	base.onClose(async () => (await asking).stop());
	return store;
}

function s3SettingsOf(config: Config): S3Settings | undefined {
	const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION } = config;
	if (S3_BUCKET === undefined || S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined) return undefined;
	return {
		endpoint: config.S3_ENDPOINT ?? `https://s3.${S3_REGION}.amazonaws.com`,
		bucket: S3_BUCKET,
		region: S3_REGION,
		accessKeyId: S3_ACCESS_KEY_ID,
		secretAccessKey: S3_SECRET_ACCESS_KEY,
		pathStyle: config.S3_FORCE_PATH_STYLE === "on",
	};
}
