import type { ClientColor } from "#contract/workspaces/client-colors.ts";
import { site } from "#src/config/site.ts";
import { type Logo, type LogoFile, readLogo } from "../files/pictures/logo.ts";

/** Who issues a document. All of it is untrusted. */
export type Issuer = { name: string; color: ClientColor; logo: LogoFile | null };

/** Whom a document is about. `own`: the workspace itself. */
export type Subject = { name: string; color: ClientColor; own: boolean };

/** Who issues a document, and whom it is about. Any text in it may be untrusted. */
export type Letterhead = {
	name: string;
	color: ClientColor;
	logo: Logo | null;
	/** Null for all clients, and for the workspace itself. */
	client: { name: string; color: ClientColor } | null;
};

type Headed = {
	letterhead: Letterhead;
	/** Why its logo is not shown, for the log. Null if it is shown, or if there is none. */
	logoLeftOut: string | null;
};

export function letterheadOf({ workspace, client }: { workspace: Issuer; client: Subject | null }): Headed {
	const name = otherClient(client);
	const read = workspace.logo ? readLogo(workspace.logo) : null;
	return {
		letterhead: {
			name: workspace.name.trim() || site.name,
			color: workspace.color,
			logo: read?.ok ? read.logo : null,
			client: name === null || client === null ? null : { name, color: client.color },
		},
		logoLeftOut: read?.ok === false ? read.because : null,
	};
}

/** The name of the client that a report is about. Null for all of them, and for the workspace itself. */
export const otherClient = (client: Subject | null): string | null =>
	client === null || client.own ? null : client.name.trim() || "Unnamed client";
