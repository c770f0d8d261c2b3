import { screenPath } from "#src/lib/workspace/routing/screen-path.ts";

type Group = {
	/** Last part of its address. */
	name: string;
	label: string;
	/** Its sections. Before there were groups, these were anchors on the single settings page. */
	sections: readonly string[];
	/** Whether it needs an account. */
	needsAccount: boolean;
};

/** The groups in the index's order. What cannot be undone comes last, set apart. */
export const GROUPS = [
	{ name: "account", label: "Account", sections: ["profile", "email"], needsAccount: true },
	{
		name: "sign-in",
		label: "Sign-in",
		sections: ["password", "passkeys", "second-factor", "sessions"],
		needsAccount: true,
	},
	{
		name: "notifications",
		label: "Notifications",
		sections: ["notifications", "schedule-mail"],
		needsAccount: true,
	},
	{
		name: "workspace",
		label: "Workspace",
		sections: ["workspace", "logo", "sealing", "sign-on", "workspaces", "leave"],
		needsAccount: true,
	},
	{ name: "people", label: "People", sections: ["members", "invite", "invitations"], needsAccount: true },
	{ name: "clients", label: "Clients", sections: ["clients", "archived", "take-in"], needsAccount: true },
	{
		name: "integrations",
		label: "Integrations",
		sections: ["tokens", "make-token", "trackers", "add-tracker", "webhooks", "add-webhook"],
		needsAccount: true,
	},
	{ name: "audit", label: "Audit log", sections: ["audit"], needsAccount: true },
	{ name: "device", label: "This device", sections: ["appearance", "install", "about"], needsAccount: false },
	{ name: "data", label: "Data", sections: ["storage", "lock", "my-data"], needsAccount: false },
	{ name: "delete", label: "Clear and delete", sections: ["clear", "delete"], needsAccount: false },
] as const satisfies readonly Group[];

export type GroupName = (typeof GROUPS)[number]["name"];

export const SETTINGS = "/dashboard/settings";
export const groupPath = (name: GroupName): string => `${SETTINGS}/${name}`;

/** The group of an address, ignoring its client; null for the index. */
export const groupOf = (path: string) => GROUPS.find(({ name }) => screenPath(path) === groupPath(name)) ?? null;

/** Where an old anchor's section is now; null if there is no such section. */
export function sectionPath(hash: string): string | null {
	const group = GROUPS.find(({ sections }) => sections.some((id) => hash === `#${id}`));
	return group ? groupPath(group.name) + hash : null;
}
