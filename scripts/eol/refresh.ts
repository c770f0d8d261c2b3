import { setTimeout as delay } from "node:timers/promises";
import type { EolTable, Product } from "../../server/scanning/software/table.ts";
import { productFromApi } from "./from-api.ts";

export class RefreshError extends Error {
	override name = "RefreshError";
}

type World = {
	/** The table whose products to refresh. */
	table: EolTable;
	/** For example `https://endoflife.date/api/v1`. */
	api: string;
	fetch: typeof fetch;
	now: Date;
	timeoutMs: number;
};

const MOST_BYTES = 2_000_000;
/** The pause between requests, which are sent one at a time: this is a free public service. */
const PAUSE_MS = 50;

/** The same products with today's data. Throws, and so changes nothing, if any response is unexpected. */
export async function refreshTable({ table, api, now, ...world }: World): Promise<EolTable> {
	const products: Record<string, Product> = {};
	for (const [slug, known] of Object.entries(table.products)) {
		const product = await readProduct(slug, `${api}/products/${slug}`, world);
		if (product.cycles.length < known.cycles.length / 2) {
			throw new RefreshError(
				`${slug}: the answer has ${product.cycles.length} release lines, and there were ${known.cycles.length} before.`,
			);
		}
		products[slug] = product;
		await delay(PAUSE_MS);
	}
	return { credit: table.credit, snapshot: now.toISOString().slice(0, 10), products };
}

async function readProduct(slug: string, url: string, world: Pick<World, "fetch" | "timeoutMs">): Promise<Product> {
	let text: string;
	try {
		const signal = AbortSignal.timeout(world.timeoutMs);
		const response = await world.fetch(url, { headers: { accept: "application/json" }, signal });
		if (!response.ok) throw new RefreshError(`${slug}: ${new URL(url).host} answered ${response.status}.`);
		text = await readSome(slug, response);
	} catch (error) {
		if (error instanceof RefreshError) throw error;
		const { message, cause, name } = error as Error & { cause?: Error };
		const why = name === "TimeoutError" ? `no answer in ${world.timeoutMs / 1_000} s` : (cause?.message ?? message);
		throw new RefreshError(`${new URL(url).host} could not be reached: ${why}.`);
	}
	try {
		return productFromApi(JSON.parse(text));
	} catch {
		throw new RefreshError(`${slug}: the answer does not have the shape that version 1 of the API had.`);
	}
}

async function readSome(slug: string, response: Response): Promise<string> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of response.body ?? []) {
		bytes += chunk.length;
		if (bytes > MOST_BYTES) throw new RefreshError(`${slug}: the answer is larger than ${MOST_BYTES / 1_000_000} MB.`);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString("utf8");
}
