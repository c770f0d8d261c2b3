import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { counted } from "#contract/format/count.ts";
import { ROLE_LABELS } from "#contract/workspaces/roles.ts";
import type { Workspace } from "#contract/workspaces/workspaces.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { readTheme, subscribeTheme } from "#src/lib/device/theme.ts";
import { useInstall } from "#src/lib/device/use-install.ts";
import type { DevicePush } from "#src/lib/push/push.ts";
import { meQuery } from "#src/lib/session/me-query.ts";
import { membersQuery } from "#src/lib/workspace/members/members-query.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { sessionsQuery } from "./account/sessions-query.ts";
import { storageText, useDeviceStorage } from "./device/device-storage.ts";
import type { GroupName } from "./groups.ts";
import { useDeviceNotices } from "./notifications/use-device-notices.ts";

const PUSH: Record<DevicePush, string> = {
	on: "Notifications are on for this device.",
	off: "Notifications are off for this device.",
	absent: "This browser does not support notifications.",
	install: "On this device they come from the installed app.",
	blocked: "Notifications are blocked in this browser.",
};

const COLORS = { system: "Colors as this device", light: "Light colors", dark: "Dark colors" };

/** Shown where an account is needed but no one is signed in, or the session has ended. */
const LOCKED = { unknown: "Sign in to see it.", known: "Sign in again to see it." };

/** How many clients besides the workspace itself. */
function clientsText({ clients }: Workspace): string {
	const others = clients.filter(({ own, archivedAt }) => !own && archivedAt === null).length;
	return others === 0 ? "No clients yet" : counted(others, "client");
}

/** The current state of each group in one line; empty until it is known. */
export function useSummaries(): Record<GroupName, string> {
	const account = useAccount();
	const isOpen = account.status === "known" && !account.locked;
	const { data: me } = useQuery({ ...meQuery, enabled: account.status === "known" });
	const { data: sessions } = useQuery({ ...sessionsQuery, enabled: isOpen });
	const { scope, workspace } = useScope();
	const whole = { ...scope, client: null };
	const { data: people } = useQuery({ ...membersQuery(whole), enabled: isOpen });
	const { device } = useDeviceNotices();
	const { storage } = useDeviceStorage();
	const theme = useSyncExternalStore(subscribeTheme, readTheme, () => "system" as const);
	const { step } = useInstall();
	const isInstalled = step === "inside" || step === "installed";

	const own = (text: () => string) => (isOpen ? text() : LOCKED[account.status === "known" ? "known" : "unknown"]);
	return {
		account: own(() => {
			const email = account.status === "known" ? account.account.email : "";
			return me?.emailConfirmed === false ? `${email} · Not confirmed yet` : email;
		}),
		"sign-in": own(() => (sessions ? `Signed in on ${counted(sessions.sessions.length, "device")}` : "")),
		notifications: own(() => (device ? PUSH[device.push] : "")),
		workspace: own(() => (workspace ? `${workspace.name} · ${ROLE_LABELS[workspace.role]}` : "")),
		people: own(() => (people ? counted(people.members.length, "member") : "")),
		clients: own(() => (workspace ? clientsText(workspace) : "")),
		integrations: own(() => "Tokens, AI assistants, webhooks, tickets"),
		audit: own(() => "Who did what in the workspace"),
		device: `${COLORS[theme]} · ${isInstalled ? "Installed" : "Not installed"}`,
		data: storage ? storageText(storage) : "",
		delete: "Clear this device or delete the account.",
	};
}
