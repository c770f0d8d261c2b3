// Downloads one file from DOWNLOAD_URL and checks its SHA-256, in its own process: `node download.ts FILE SHA256`. An
// interrupted download resumes where it stopped. Prints `<bytes so far> <total bytes>` along the way.
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";

const MOST_BYTES = 2_000_000_000;
/** Give up after this long without data. */
const IDLE_MS = 60_000;
const TELL_EVERY_MS = 500;

class DownloadError extends Error {}

async function download(url: string, file: string, sha256: string): Promise<void> {
	const have = await sizeOf(file);
	const idle = new AbortController();
	const timer = setTimeout(() => idle.abort(new DownloadError("The server stopped answering.")), IDLE_MS);
	const response = await fetch(url, {
		headers: have > 0 ? { Range: `bytes=${have}-` } : {},
		signal: idle.signal,
	});
	// 416: we already have the whole file.
	if (response.status !== 416) {
		if (!response.ok || !response.body) throw new DownloadError(`The server answered ${response.status}.`);
		const continued = response.status === 206;
		const before = continued ? have : 0;
		const length = Number(response.headers.get("content-length") ?? 0);
		if (before + length > MOST_BYTES) throw new DownloadError("The file is larger than any release of ZAP.");
		let done = before;
		let told = 0;
		await pipeline(
			response.body,
			async function* count(chunks) {
				for await (const chunk of chunks) {
					timer.refresh();
					done += chunk.length;
					if (done > MOST_BYTES) throw new DownloadError("The file is larger than any release of ZAP.");
					if (Date.now() - told > TELL_EVERY_MS) {
						told = Date.now();
						process.stdout.write(`${done} ${Math.max(done, before + length)}\n`);
					}
					yield chunk;
				}
			},
			createWriteStream(file, { flags: continued ? "a" : "w" }),
		);
		process.stdout.write(`${done} ${done}\n`);
	}
	clearTimeout(timer);
	const hash = createHash("sha256");
	await pipeline(createReadStream(file), hash);
	const found = hash.digest("hex");
	if (found === sha256) return;
	await rm(file, { force: true });
	throw new DownloadError(`The file at that address has another checksum (SHA-256 ${found}), so it was deleted.`);
}

const sizeOf = (file: string): Promise<number> =>
	stat(file).then(
		({ size }) => size,
		() => 0,
	);

const [file = "", sha256 = ""] = process.argv.slice(2);
const { DOWNLOAD_URL: url = "" } = process.env;
try {
	await download(url, file, sha256);
} catch (error) {
	const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
	console.error(error instanceof DownloadError ? error.message : `${(error as Error).message}${cause}`);
	process.exit(1);
}
