import type { ClientColor } from "#contract/workspaces/client-colors.ts";

/** Written out in full, so that the stylesheet includes them. */
const FILLS: Readonly<Record<ClientColor, string>> = {
	slate: "bg-client-slate",
	blue: "bg-client-blue",
	teal: "bg-client-teal",
	green: "bg-client-green",
	amber: "bg-client-amber",
	orange: "bg-client-orange",
	rose: "bg-client-rose",
	violet: "bg-client-violet",
};

/** The color of a workspace or client, beside its name: no one should have to tell them apart by color alone. */
export const ColorMark = ({ color }: { color: ClientColor }) => (
	<span aria-hidden="true" className={`relative top-px inline-block size-3.5 flex-none rounded-full ${FILLS[color]}`} />
);
