import type { Csv } from "#contract/csv.ts";

/** What an export of samples says. */
export const SAMPLES_EXPORTED = "These are samples, and the file says so in every line.";

/** A sample file generated here; every line says that it is a sample. */
export function sampleFile<T extends object>(csv: Csv<T>, samples: readonly T[], format: "csv" | "json"): string {
	if (format === "json") {
		return JSON.stringify(
			samples.map((sample) => ({ sample: true, ...sample })),
			null,
			"\t",
		);
	}
	return `sample,${csv.head}${samples.map((sample) => `true,${csv.line(sample)}`).join("")}`;
}
