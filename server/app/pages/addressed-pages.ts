import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isUnchanged } from "#server/platform/http/etag.ts";
import { BUILT_ORIGIN } from "#src/config/built-origin.ts";

const TYPES: Readonly<Record<string, string>> = {
	html: "text/html; charset=utf-8",
	xml: "application/xml; charset=utf-8",
	txt: "text/plain; charset=utf-8",
};

/** Takes about 5 ms per page; the best level takes a quarter of a second and saves a tenth of it. */
const QUICK = 5;
const BEST = constants.BROTLI_MAX_QUALITY;

const gzipped = promisify(gzip);
const brotliCompressed = promisify(brotliCompress);
const brotli = (text: Buffer, quality: number) =>
	brotliCompressed(text, {
		params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
	});

type Coding = "br" | "gzip" | "identity";
type Page = { type: string; in(coding: Coding): Buffer | Promise<Buffer> };

/** Sends a file of the build with this server's address in it; returns false without sending anything if the file names none. */
export type SendAddressed = (request: FastifyRequest, reply: FastifyReply, file: string) => Promise<boolean>;

/**
 * The documents, lists and feeds of a build that name the site's address, with this server's own (docs/decisions/0121). Each is created
 * when it is first requested, and again when a new build has replaced its file.
 */
export function createAddressedPages(dist: string, publicUrl: () => string): SendAddressed {
	/** By file. `page` is undefined for a file that names no address. */
	const kept = new Map<string, { version: string; page: Promise<Page | undefined> }>();
	const inTurn = createTurns();

	async function make(file: string, type: string, origin: string): Promise<Page | undefined> {
		const built = await readFile(join(dist, file), "utf8");
		if (!built.includes(BUILT_ORIGIN)) return undefined;
		return createPage(type, Buffer.from(built.replaceAll(BUILT_ORIGIN, origin)), inTurn);
	}

	return async (request, reply, file) => {
		const origin = publicUrl();
		const type = TYPES[file.slice(file.lastIndexOf(".") + 1)];
		if (type === undefined || origin === BUILT_ORIGIN) return false;
		const { mtimeMs, size } = await stat(join(dist, file));
		const version = `${mtimeMs} ${size} ${origin}`;
		let known = kept.get(file);
		if (known?.version !== version) {
			known = { version, page: make(file, type, origin) };
			known.page.catch(() => kept.delete(file));
			kept.set(file, known);
		}
		const page = await known.page;
		if (page === undefined) return false;
		reply.header("Vary", "accept-encoding");
		if (isUnchanged(request, reply, version)) {
			reply.code(304).send();
			return true;
		}
		const coding = bestCoding(request.headers["accept-encoding"]?.toString() ?? "");
		const body = await page.in(coding);
		if (coding !== "identity") reply.header("Content-Encoding", coding);
		reply.type(page.type).send(body);
		return true;
	};
}

/**
 * A page with its compressed copies. The first request gets a quick one, because one visitor's worker requests all pages at once; from
 * the second on, the best one is created and then sent.
 */
function createPage(type: string, text: Buffer, inTurn: (work: () => Promise<void>) => void): Page {
	let quick: Promise<Buffer> | undefined;
	let best: Buffer | undefined;
	let makesBest = false;
	let gz: Promise<Buffer> | undefined;

	function inBrotli(): Buffer | Promise<Buffer> {
		if (best !== undefined) return best;
		if (quick !== undefined && !makesBest) {
			makesBest = true;
			inTurn(async () => {
				best = await brotli(text, BEST);
			});
		}
		quick ??= brotli(text, QUICK);
		return quick;
	}

	return {
		type,
		in(coding) {
			if (coding === "br") return inBrotli();
			if (coding === "identity") return text;
			gz ??= gzipped(text, { level: constants.Z_BEST_COMPRESSION });
			return gz;
		},
	};
}

/** One piece of work after another, so that they use only one of the threads that also check passwords. */
function createTurns(): (work: () => Promise<void>) => void {
	let last = Promise.resolve();
	return (work) => {
		// If the best copy fails, the quick one is still sent.
		last = last.then(work).catch(() => {});
	};
}

/** The smallest of the encodings that the sender accepts (RFC 9110, 12.5.3). */
function bestCoding(accepted: string): Coding {
	const taken = accepted
		.toLowerCase()
		.split(",")
		.map((entry) => entry.split(";").map((part) => part.trim()))
		.filter(([, weight = ""]) => !/^q=0(\.0*)?$/.test(weight))
		.map(([name]) => name);
	if (taken.includes("br")) return "br";
	return taken.includes("gzip") ? "gzip" : "identity";
}
