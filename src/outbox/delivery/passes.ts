import type { FileStore } from "../files/file-store.ts";
import { namedIn } from "../files/file-store.ts";
import type { Uploads } from "../files/uploads.ts";
import { type ReplayDeps, type ReplayOptions, type ReplayRequest, type ReplayResult, replayOnce } from "./replay.ts";

type PassDeps = ReplayDeps & { files: FileStore; uploads: Uploads };

/** The passes of one context. Text doesn't wait for pictures: entries go out while other entries' files are uploading. */
export function createPasses(deps: PassDeps) {
	const { files, uploads, mirror, now } = deps;
	let running: Promise<ReplayResult> | undefined;
	let following: { options: ReplayOptions; pass: Promise<ReplayResult> } | undefined;
	let uploading: Promise<{ sent: number; hasTried: boolean }> | undefined;
	/** When entries are next due, according to the last pass. */
	let nextAt: number | null = null;

	function start(options: ReplayOptions): Promise<ReplayResult> {
		running = replayOnce(options, deps)
			.then((result) => {
				nextAt = result.nextAt;
				return result;
			})
			.finally(() => {
				running = undefined;
			});
		return running;
	}

	/** One pass over the entries that are ready. */
	async function words(options: ReplayOptions): Promise<ReplayResult> {
		if (!running) return start(options);
		// The running pass may miss entries enqueued since it started. One more pass covers all calls made in the meantime.
		if (following) {
			Object.assign(following.options, options);
			return following.pass;
		}
		const merged = { ...options };
		const follow = () => {
			following = undefined;
			return start(merged);
		};
		following = { options: merged, pass: running.then(follow, follow) };
		return following.pass;
	}

	async function upload(options: ReplayOptions): Promise<{ sent: number; hasTried: boolean }> {
		let sent = 0;
		const sendWords = async () => {
			sent += (await words({})).sent;
		};
		const tick = () => {
			if (running || nextAt === null || now() < nextAt) return;
			// If something goes wrong there, the next pass reports it.
			words({}).catch(() => {});
		};
		const hasTried = await uploads.pass(options, { sendWords, tick });
		return { sent, hasTried };
	}

	async function sweep(): Promise<void> {
		const { entries, unreadable } = await mirror.read();
		await files.sweep(new Set([...entries, ...unreadable.map(({ record }) => record)].flatMap(namedIn)), now());
	}

	return {
		sweep,

		/** One pass over what is due: entries first, and then files, with the entries that waited for them. */
		async replay({ heard = false, ...options }: ReplayRequest = {}): Promise<ReplayResult> {
			if (!heard || !deps.channel) mirror.note(null);
			const first = await words(options);
			if (!deps.definition.endpoint.uploads) return first;
			uploading ??= upload(options).finally(() => {
				uploading = undefined;
			});
			const { sent, hasTried } = await uploading;
			// If it fails, the bytes stay a little longer.
			await sweep().catch(() => {});
			if (!hasTried) return first;
			const last = await words({});
			return { ...last, sent: first.sent + sent + last.sent };
		},
	};
}
