import { Upload } from "tus-js-client";
import { evidenceId } from "#contract/evidence/evidence-id.ts";
import { accountId } from "#contract/ids.ts";
import { ACCOUNT } from "#contract/requests/headers.ts";
import { HEAD_START_MS } from "#src/outbox/storage/record.ts";
import { plainOutbox } from "#src/requests/plain.ts";

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const hex = (bytes: ArrayBuffer) =>
	Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
const TYPE = "application/octet-stream";

/** A file with unique bytes. `getRandomValues` returns at most 64 kB. */
async function newFile(size: number): Promise<{ bytes: ArrayBuffer; sha256: string }> {
	const bytes = new Uint8Array(size);
	for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, Math.min(size, at + 65_536)));
	return { bytes: bytes.buffer, sha256: hex(await crypto.subtle.digest("SHA-256", bytes)) };
}

Object.assign(window, {
	/** Stores entries with one file each. Returns the milliseconds for each. */
	async enqueue(account: string, count: number, size: number): Promise<number[]> {
		const outbox = plainOutbox();
		const owner = accountId.parse(account);
		await outbox.setAccount(owner);
		const took: number[] = [];
		for (let n = 0; n < count; n += 1) {
			const { bytes, sha256 } = await newFile(size);
			const file = { sha256, size, type: TYPE, name: `photo ${n}.bin` };
			const begun = performance.now();
			await outbox.enqueue({
				kind: "evidence",
				body: {
					id: evidenceId.parse(crypto.randomUUID()),
					title: `Photo ${n}`,
					note: "",
					takenAt: new Date().toISOString(),
					device: "",
					files: [file],
					about: [],
				},
				owner,
				attachments: [file],
				files: new Map([[sha256, bytes]]),
			});
			took.push(performance.now() - begun);
		}
		return took;
	},
	/** What storing the same bytes costs without an outbox, with the same durability. */
	async put(count: number, size: number): Promise<number[]> {
		const database = await new Promise<IDBDatabase>((resolve, reject) => {
			const opening = indexedDB.open("bare", 1);
			opening.onupgradeneeded = () => opening.result.createObjectStore("files");
			opening.onsuccess = () => resolve(opening.result);
			opening.onerror = () => reject(opening.error);
		});
		const took: number[] = [];
		for (let n = 0; n < count; n += 1) {
			const { bytes, sha256 } = await newFile(size);
			const begun = performance.now();
			await new Promise<void>((resolve, reject) => {
				const transaction = database.transaction("files", "readwrite", { durability: "strict" });
				transaction.objectStore("files").put({ bytes }, sha256);
				transaction.oncomplete = () => resolve();
				transaction.onerror = () => reject(transaction.error);
			});
			took.push(performance.now() - begun);
		}
		database.close();
		indexedDB.deleteDatabase("bare");
		return took;
	},
	/** Runs passes until nothing is left. Resolves to how many entries were accepted. */
	async drain(): Promise<number> {
		const outbox = plainOutbox();
		await sleep(HEAD_START_MS);
		for (let pass = 0; pass < 2_000; pass += 1) {
			const { left } = await outbox.replay({ reconnected: true });
			if (left === 0) break;
		}
		return (await outbox.list()).filter(({ status }) => status === "accepted").length;
	},
	/** The same files with tus-js-client, one after another, each retried immediately. Resolves to how many arrived. */
	async tus(account: string, count: number, size: number): Promise<number> {
		let arrived = 0;
		for (let n = 0; n < count; n += 1) {
			const { bytes, sha256 } = await newFile(size);
			await new Promise<void>((resolve) => {
				const upload = new Upload(new Blob([bytes]), {
					endpoint: "/api/v1/uploads/",
					headers: { [ACCOUNT]: account },
					metadata: { sha256, type: TYPE },
					retryDelays: Array.from({ length: 20 }, () => 0),
					onSuccess: () => {
						arrived += 1;
						resolve();
					},
					onError: () => resolve(),
				});
				upload.start();
			});
		}
		return arrived;
	},
	/** One POST for each entry with all of its files, tried `attempts` times. */
	async forms(entries: number, files: number, size: number, attempts: number): Promise<void> {
		for (let entry = 0; entry < entries; entry += 1) {
			const form = new FormData();
			for (let n = 0; n < files; n += 1) form.append(`photo ${n}`, new Blob([(await newFile(size)).bytes]));
			for (let attempt = 0; attempt < attempts; attempt += 1) {
				const answer = await fetch("/form", { method: "POST", body: form }).catch(() => undefined);
				if (answer?.ok) break;
			}
		}
	},
});
