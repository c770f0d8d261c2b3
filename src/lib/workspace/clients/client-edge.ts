import type { ClientColor } from "#contract/workspaces/client-colors.ts";

/** Written out in full, so that the stylesheet includes them. */
const EDGES: Readonly<Record<ClientColor, string>> = {
	slate: "border-s-client-slate",
	blue: "border-s-client-blue",
	teal: "border-s-client-teal",
	green: "border-s-client-green",
	amber: "border-s-client-amber",
	orange: "border-s-client-orange",
	rose: "border-s-client-rose",
	violet: "border-s-client-violet",
};

/** The classes of an edge in a client's color. Its name always goes with it: no one should have to tell clients apart by color alone. */
export const clientEdge = (color: ClientColor | null): string => (color ? `border-s-4 ${EDGES[color]}` : "");

/** The same in a list with round corners: the first and the last edge follow them. */
export const clientEdgeInCard = (color: ClientColor | null): string =>
	color ? `${clientEdge(color)} first:rounded-ss-card last:rounded-es-card` : "";
