import { waitText } from "#contract/format/duration.ts";
import { type AccountId, workspaceId } from "#contract/ids.ts";
import { can } from "#contract/workspaces/roles.ts";
import type {
	Membership,
	Workspace,
	WorkspaceChange,
	WorkspaceCreation,
	WorkspaceList,
} from "#contract/workspaces/workspaces.ts";
import { type Refusal, refuse } from "#server/platform/refusals/refusal.ts";
import { OTHER_WORKSPACE } from "#server/platform/tenancy/refusals.ts";
import { RoleIsGone } from "#server/platform/tenancy/role-is-gone.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { actorIn } from "./actor.ts";
import { badField } from "./explain.ts";
import { creationCounter, OWNED_WORKSPACES } from "./limits.ts";
import { type Logo, readLogo } from "./logo.ts";
import { type PeopleDeps, wholeFor } from "./people-deps.ts";
import type { PeopleStatements } from "./store/people-store.ts";

export async function listWorkspaces(
	{ store, now }: Pick<PeopleDeps, "store" | "now">,
	accountId: AccountId,
): Promise<WorkspaceList> {
	return { workspaces: await store.workspacesOf(accountId, dayOf(now())) };
}

const TOO_MANY = refuse(
	"limit_reached",
	`One account can own ${OWNED_WORKSPACES} workspaces. Please make another member the owner of one of them first.`,
);

/** Creates a workspace. The account becomes its owner. */
export async function createWorkspace(
	{ store, newId, now }: Omit<PeopleDeps, "limits">,
	accountId: AccountId,
	{ key, body }: { key: string | null; body: WorkspaceCreation },
): Promise<{ ok: true; answer: Membership } | Refusal> {
	const id = workspaceId.parse(newId());
	const scope = { workspaceId: id, clientId: null, accountId };
	return store.once(scope, { key, compared: { createWorkspace: body } }, async (tx) => {
		const room = await tx.takePoint(creationCounter(accountId));
		if (!room.ok) {
			const { retryAfter } = room;
			const message = `Several workspaces were created in the last hour. Please try again in ${waitText(retryAfter)}.`;
			return refuse("rate_limited", message, { scope: "entry", retryAfter });
		}
		if ((await store.countOwned(accountId)) >= OWNED_WORKSPACES) return TOO_MANY;
		await tx.beginWorkspace(body, now());
		await tx.addMember(accountId, { role: "owner", clientId: null, endsOn: null }, { invitedBy: null, now: now() });
		const {
			clients: _clients,
			logoVersion: _logo,
			twoFactorsRequired: _factors,
			timeToFix: _time,
			...membership
		} = await workspaceIn(tx, { ...scope, role: "owner" });
		return { ok: true, answer: membership };
	});
}

export function readWorkspace(
	{ store }: Pick<PeopleDeps, "store">,
	scope: Scope,
): Promise<{ ok: true; workspace: Workspace } | Refusal> {
	return store.transaction(wholeFor(scope), async (tx) => {
		const workspace = await tx.workspace(scope.accountId, wholeFor(scope).clientId);
		return workspace ? ({ ok: true, workspace } as const) : OTHER_WORKSPACE;
	});
}

const YOURSELF_FIRST = badField(
	"/twoFactorsRequired",
	"You would be locked out, because you signed in with one factor. Set up a passkey or an app first (Settings, Sign-in), or sign in again with one.",
);

/** A workspace with other clients stays a consultancy. `twoFactors`: whether this member gave two factors. */
export async function changeWorkspace(
	{ store, now }: Pick<PeopleDeps, "store" | "now">,
	scope: Scope,
	{ change, twoFactors }: { change: WorkspaceChange; twoFactors: boolean },
): Promise<{ ok: true; workspace: Workspace } | Refusal> {
	if (change.twoFactorsRequired && !twoFactors) return YOURSELF_FIRST;
	return managing(store, now, scope, async (tx) => {
		if (change.kind === "company" && (await tx.hasOtherClients())) {
			return badField("/kind", "This workspace has other clients, so it stays a consultancy.");
		}
		await tx.changeWorkspace(change, now());
		const workspace = await tx.workspace(scope.accountId, null);
		return workspace ? ({ ok: true, workspace } as const) : OTHER_WORKSPACE;
	});
}

/** Stores the logo if it is a picture, whatever its name. */
export async function saveLogo(
	{ store, now }: Pick<PeopleDeps, "store" | "now">,
	scope: Scope,
	content: Buffer,
): Promise<{ ok: true; logoVersion: string } | Refusal> {
	const read = await readLogo(content);
	if (!read.ok) return refuse("invalid_body", read.message);
	return setLogo({ store, now }, scope, read.logo);
}

export const removeLogo = (deps: Pick<PeopleDeps, "store" | "now">, scope: Scope): Promise<{ ok: true } | Refusal> =>
	setLogo(deps, scope, null);

function setLogo({ store, now }: Pick<PeopleDeps, "store" | "now">, scope: Scope, logo: Logo | null) {
	return managing(store, now, scope, async (tx) => {
		await tx.setLogo(logo);
		return { ok: true, logoVersion: (await tx.logo())?.version ?? "" } as const;
	});
}

/** With the workspace locked, for a member who may still manage it: a request may have waited for the lock, or for its upload. */
const managing = <T extends { ok: boolean }>(
	store: PeopleDeps["store"],
	now: PeopleDeps["now"],
	scope: Scope,
	work: (tx: PeopleStatements) => Promise<T>,
) =>
	store.transaction(wholeFor(scope), async (tx) => {
		const actor = await actorIn(tx, scope, dayOf(now()));
		if (!actor || !can(actor.role, "manage")) throw new RoleIsGone();
		return work(tx);
	});

export async function readLogoFile({ store }: Pick<PeopleDeps, "store">, scope: Scope) {
	const { logo } = await store.transaction(
		wholeFor(scope),
		async (tx) => ({ ok: true, logo: await tx.logo() }) as const,
	);
	return logo;
}

async function workspaceIn(tx: PeopleStatements, { accountId }: Scope): Promise<Workspace> {
	const workspace = await tx.workspace(accountId, null);
	if (!workspace) throw new Error("A workspace that was just made is not there");
	return workspace;
}
