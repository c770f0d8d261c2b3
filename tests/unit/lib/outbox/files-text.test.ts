import { expect, test } from "vitest";
import { filesText, fileText } from "#src/lib/outbox/files-text.ts";

const MB = 1_000_000;

test.each([
	[[{ size: 2.1 * MB, sent: 0, state: "waiting" }], "1 file, 2.1 MB"],
	[
		[
			{ size: 2 * MB, sent: 2 * MB, state: "sent" },
			{ size: 4 * MB, sent: 0.5 * MB, state: "waiting" },
		],
		"2 files, 2.5 MB of 6.0 MB sent",
	],
	[[{ size: 2 * MB, sent: 0, state: "wifi" }], "1 file, 2.0 MB, waiting for Wi-Fi"],
	[
		[
			{ size: 2 * MB, sent: 2 * MB, state: "sent" },
			{ size: MB, sent: MB, state: "sent" },
		],
		"2 files sent",
	],
] as const)("files in short %#", (files, text) => {
	expect(filesText(files)).toBe(text);
});

test.each([
	[{ size: 2 * MB, sent: 0, state: "waiting" }, "Waiting, 2.0 MB"],
	[{ size: 2 * MB, sent: MB, state: "waiting" }, "1.0 MB of 2.0 MB sent"],
	[{ size: 2 * MB, sent: 2 * MB, state: "sent" }, "Sent, 2.0 MB"],
	[{ size: 2 * MB, sent: 0, state: "wifi" }, "Waiting for Wi-Fi, 2.0 MB"],
	[{ size: 2 * MB, sent: 0, state: "gone" }, "Not on this device any more, 2.0 MB"],
] as const)("one file %#", (file, text) => {
	expect(fileText(file)).toBe(text);
});
