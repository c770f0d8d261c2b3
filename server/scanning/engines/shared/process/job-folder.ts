import { once } from "node:events";
import { mkdir, mkdtemp, rename } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clearLeftBehind, PLACE, removePlace, renamed, SIGN } from "./left-behind.ts";

/** A place without a sign must not be taken for one that was left behind: it keeps this name until it has one. */
const NEW_PLACE = ".plumbline-new-";

/**
 * Gives one run a private folder for its files, and removes it afterward. A sign beside the folder shows that this process is alive; what
 * processes that are not have left is cleared away first.
 */
export async function inJobFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
	await clearLeftBehind();
	const made = await mkdtemp(join(tmpdir(), NEW_PLACE));
	const sign = await putUpSign(made);
	const place = sign ? renamed(made, NEW_PLACE, PLACE) : made;
	try {
		await rename(made, place);
		const folder = join(place, "job");
		await mkdir(folder, { mode: 0o700 });
		return await work(folder);
	} finally {
		await removePlace(place);
		sign?.close();
	}
}

/** A socket: the system refuses connections to it once this process has ended, however it did. Undefined if the path is too long for one. */
async function putUpSign(place: string): Promise<Server | undefined> {
	const server = createServer((asking) => asking.destroy()).unref();
	try {
		await once(server.listen(join(place, SIGN)), "listening");
		return server;
	} catch {
		return undefined;
	}
}
