import { expect, test } from "vitest";
import { LOGO_BYTES } from "#contract/workspaces/workspaces.ts";
import { logoTrouble } from "#src/features/settings/workspace/logo-file.ts";

test("a logo is a PNG or JPEG file, neither empty nor too large", () => {
	expect(logoTrouble({ type: "image/png", size: LOGO_BYTES })).toBe("");
	expect(logoTrouble({ type: "image/jpeg", size: 1 })).toBe("");
	expect(logoTrouble({ type: "image/svg+xml", size: 1 })).toMatch(/PNG or JPEG/);
	expect(logoTrouble({ type: "", size: 1 })).toMatch(/PNG or JPEG/);
	expect(logoTrouble({ type: "image/png", size: 0 })).toMatch(/empty/);
	expect(logoTrouble({ type: "image/png", size: LOGO_BYTES + 1 })).toBe(
		"This file has 101 kB, and a logo has at most 100 kB. Choose a smaller one.",
	);
});
