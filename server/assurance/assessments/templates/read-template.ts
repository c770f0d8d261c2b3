import { TEMPLATE_BYTES, type TEMPLATE_TYPES } from "#contract/assessments/assessment-operations.ts";
import type { Template } from "#contract/assessments/template.ts";
import { sizeText } from "#contract/format/size.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import type { XlsxParts } from "#server/platform/files/xlsx/read-xlsx.ts";
import { openOffice, xlsxParts } from "#server/platform/files/xlsx/unpack-xlsx.ts";
import { tooMuch } from "#server/platform/off-loop/off-loop.ts";
import type { FileFault } from "./check-template.ts";
import type { TemplateReaders } from "./readers.ts";

type TemplateType = (typeof TEMPLATE_TYPES)[number];

/** A file that was not accepted as a template: a sentence that says why, and what has to be changed in it. */
export class TemplateRefused extends Error {
	readonly faults: readonly FileFault[];
	constructor(message: string, faults: readonly FileFault[] = []) {
		super(message);
		this.faults = faults;
	}
}

/** Reads a template off the event loop and checks it by the same rules as ours. Throws TemplateRefused if anything is wrong with it. */
export type ReadTemplate = (file: Buffer, type: TemplateType) => Promise<Template>;

export function createReadTemplate(readers: TemplateReaders): ReadTemplate {
	return async (file, type) => {
		if (file.length > TEMPLATE_BYTES) throw new TemplateRefused(`It is larger than ${sizeText(TEMPLATE_BYTES)}.`);
		const done = await {
			"application/json": () => readers.run("readJson", file),
			"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": async () =>
				readers.run("readWorkbook", await unpack(file)),
		}[type]();
		if (done.status === "gave-up") throw new TemplateRefused(`It ${tooMuch(done)}.`);
		if (!done.value.ok) throw new TemplateRefused(done.value.message, done.value.faults);
		return done.value.template;
	};
}

/** For the sheets, unpacked: many times what the longest template takes. */
const UNPACKED = 20_000_000;

async function unpack(file: Buffer): Promise<XlsxParts> {
	try {
		const zip = await openOffice(file, "an XLSX file");
		if ([...zip.sizes.keys()].some((path) => path.endsWith("vbaProject.bin"))) {
			throw new BadFile("It contains macros. Please save it as XLSX, without them.");
		}
		return await xlsxParts(zip, { unpacked: UNPACKED });
	} catch (error) {
		throw error instanceof BadFile ? new TemplateRefused(error.message) : error;
	}
}
