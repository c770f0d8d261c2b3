import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CLIENT_COLORS } from "#contract/workspaces/client-colors.ts";
import { darkToken, lightToken } from "#server/platform/paper/pages/tokens.ts";
import { clientEdge } from "#src/lib/workspace/clients/client-edge.ts";

/** WCAG 2.2, relative luminance of a color such as `#1d5fd0`. */
function luminance(color: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
		const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
	const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

const theme = readFileSync(new URL("../../../../../src/ui/styles/theme.css", import.meta.url), "utf8");

test.each(CLIENT_COLORS)("%s is an edge that can be seen, in both themes", (color) => {
	expect(clientEdge(color)).toContain(`border-s-client-${color}`);
	expect(theme).toContain(`--color-client-${color}: var(--client-${color});`);
	for (const token of [lightToken, darkToken])
		for (const ground of ["paper", "raised"])
			expect(contrast(token(`client-${color}`), token(ground))).toBeGreaterThanOrEqual(3);
});

test("no two clients’ colors are the same, and no color is no edge", () => {
	for (const token of [lightToken, darkToken])
		expect(new Set(CLIENT_COLORS.map((color) => token(`client-${color}`))).size).toBe(CLIENT_COLORS.length);
	expect(clientEdge(null)).toBe("");
});
