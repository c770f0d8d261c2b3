import { expect, test } from "vitest";
import { sizeText } from "#contract/format/size.ts";
import { formatsOf } from "#contract/reports/reports.ts";

test.each([
	[0, "0 B"],
	[999, "999 B"],
	[1_000, "1.0 kB"],
	[96_256, "96 kB"],
	[999_499, "999 kB"],
	[999_500, "1.0 MB"],
	[1_204_224, "1.2 MB"],
	[5_000_000_000_000, "5000 GB"],
])("%d bytes are %s", { meta: { acceptance: "S3.111" } }, (bytes, words) => {
	expect(sizeText(bytes)).toBe(words);
});

test("a vulnerability assessment is available as SARIF too, and nothing else is", {
	meta: { acceptance: "B12" },
}, () => {
	expect(formatsOf("vulnerability-assessment")).toEqual(["html", "pdf", "csv", "json", "sarif"]);
	expect(formatsOf("executive-summary")).toEqual(["html", "pdf", "csv", "json"]);
});
