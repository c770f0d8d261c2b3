import * as z from "zod/mini";
import {
	CLIENT_FILE,
	CLIENT_FILE_DATA,
	type ClientFileSection,
	clientInFile,
	clientManifest,
} from "#contract/workspaces/client-file.ts";
import { jsonShapeFault } from "#server/platform/files/json-shape.ts";
import { asBuffer } from "#server/platform/off-loop/as-buffer.ts";
import { createOffLoop, type OffLoop } from "#server/platform/off-loop/off-loop.ts";
import { isHarmlessPage } from "./harmless-page.ts";

type Read<T> = { ok: true; value: T } | { ok: false; message: string };

const isVersioned = z.object({ format: z.literal(CLIENT_FILE.format), version: z.int() });

const textOf = (bytes: Uint8Array): string => asBuffer(bytes).toString("utf8");

function read<T>(schema: z.ZodMiniType<T>, content: Uint8Array, path: string): Read<T> {
	try {
		const text = textOf(content);
		const fault = jsonShapeFault(text);
		if (fault !== undefined)
			return { ok: false, message: `${path} ${fault === "deep" ? "is nested too deeply" : "holds too many values"}.` };
		const parsed = z.safeParse(schema, JSON.parse(text));
		if (parsed.success) return { ok: true, value: parsed.data };
		const where = parsed.error.issues[0]?.path.join(".") ?? "";
		return { ok: false, message: `${path} does not have what this format needs${where === "" ? "" : ` at ${where}`}.` };
	} catch (error) {
		if (error instanceof SyntaxError) return { ok: false, message: `${path} is not JSON.` };
		throw error;
	}
}

/** Everything that reads the contents of a client's file, which may be untrusted: pure functions that run on a separate thread. */
export const TASKS = {
	readManifest(content: Uint8Array, path: string) {
		const versioned = read(isVersioned, content, path);
		if (!versioned.ok) return versioned;
		const { version } = versioned.value;
		if (version === CLIENT_FILE.version) return read(clientManifest, content, path);
		const message = `This file has version ${version} of the format, and this server reads version ${CLIENT_FILE.version}.`;
		return { ok: false, message } as const;
	},
	readClient: (content: Uint8Array, path: string) => read(clientInFile, content, path),
	readRows: (section: ClientFileSection, content: Uint8Array, path: string) =>
		read(z.array<z.ZodMiniType>(CLIENT_FILE_DATA[section]), content, path),
	checkPage: (content: Uint8Array): Read<null> =>
		isHarmlessPage(textOf(content))
			? { ok: true, value: null }
			: { ok: false, message: "This file has a report with something in it that reports never have." },
};

export type ClientFileReaders = OffLoop<typeof TASKS>;

/** A part that we write takes a tenth of a second and a few dozen megabytes to read; even the longest one allowed fits (PART_BYTES). */
export const createClientFileReaders = (): ClientFileReaders =>
	createOffLoop<typeof TASKS>({ module: new URL(import.meta.url), threads: 1, timeMs: 10_000, megabytes: 1_024 });
