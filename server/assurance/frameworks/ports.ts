import type { WordAccepted } from "#contract/controls/controls.ts";
import type { Standing } from "#contract/controls/standing.ts";
import type {
	DecisionRequest,
	FrameworkChosen,
	FrameworkDetail,
	FrameworkList,
} from "#contract/frameworks/frameworks.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import type { ClientId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";

/** A scope that names its client: without one, a call about frameworks is about the client that is the workspace itself. */
export type ClientScope = Scope & { clientId: ClientId };

/** The standing of each control of a client on a day (UTC), by its ID. */
export type ReadStandings = (db: Executor, scope: ClientScope, today: string) => Promise<ReadonlyMap<string, Standing>>;

type Decided =
	| { ok: true; answer: WordAccepted }
	| { ok: false; because: "idempotency_mismatch" }
	| { ok: false; because: "unknown_requirements"; ids: string[] }
	| { ok: false; because: "rate_limited"; retryAfter: number };

/** Frameworks as a client sees them. */
export type FrameworkStore = {
	list(scope: ClientScope): Promise<FrameworkList>;
	detail(scope: ClientScope, framework: FrameworkId): Promise<FrameworkDetail>;
	/** Chooses it or gives it up. "limit_reached": the client would have more controls than it can. With both nothing was changed. */
	choose(
		scope: ClientScope,
		framework: FrameworkId,
		chosen: boolean,
	): Promise<FrameworkChosen | "limit_reached" | "client_archived">;
	/** Stores what was said of requirements, once per key. The word said last counts. */
	decide(scope: ClientScope, asked: { key: string | null; request: DecisionRequest }): Promise<Decided>;
};
