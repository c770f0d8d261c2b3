import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { type Csv, csvLines } from "#contract/csv.ts";

const MEDIA_TYPES = {
	csv: "text/csv; charset=utf-8",
	json: "application/json; charset=utf-8",
	/** JSON Lines: one JSON value per line. */
	jsonl: "application/jsonl; charset=utf-8",
};

type Rows<T> = { name: string; format: keyof typeof MEDIA_TYPES; batches: AsyncGenerator<T[]>; csv: Csv<T> };

/** Answers with a file of rows, read and written in batches, so a long list needs no more memory than a short one. */
export function sendRows<T>(reply: FastifyReply, { name, format, batches, csv }: Rows<T>): FastifyReply {
	const day = new Date().toISOString().slice(0, 10);
	reply.header("Content-Disposition", `attachment; filename="${name}-${day}.${format}"`);
	reply.type(MEDIA_TYPES[format]);
	const text = { csv: () => csvLines(csv, batches), json: () => asJson(batches), jsonl: () => asJsonLines(batches) };
	return reply.send(Readable.from(text[format]()));
}

async function* asJsonLines<T>(batches: AsyncGenerator<T[]>): AsyncGenerator<string> {
	for await (const rows of batches) {
		if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(row)}\n`).join("");
	}
}

async function* asJson<T>(batches: AsyncGenerator<T[]>): AsyncGenerator<string> {
	let before = "[\n";
	for await (const rows of batches) {
		if (rows.length === 0) continue;
		yield before + rows.map((row) => JSON.stringify(row)).join(",\n");
		before = ",\n";
	}
	yield before === "[\n" ? "[]\n" : "\n]\n";
}
