import { CLIENT_COLORS, type ClientColor } from "#contract/workspaces/client-colors.ts";
import type { Client } from "#contract/workspaces/workspaces.ts";

export const COLOR_LABELS: Readonly<Record<ClientColor, string>> = {
	slate: "Slate",
	blue: "Blue",
	teal: "Teal",
	green: "Green",
	amber: "Amber",
	orange: "Orange",
	rose: "Rose",
	violet: "Violet",
};

/** The color used by the fewest clients: neighbors in a list should not look alike. */
export function nextColor(clients: readonly Pick<Client, "color">[]): ClientColor {
	const count = (color: ClientColor) => clients.filter((one) => one.color === color).length;
	return CLIENT_COLORS.toSorted((a, b) => count(a) - count(b))[0] ?? "slate";
}
