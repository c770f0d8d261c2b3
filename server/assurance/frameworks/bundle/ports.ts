import type { EvidenceId } from "#contract/evidence/evidence-id.ts";
import type { BundleLink, BundleLinkId, BundleLinkRequest } from "#contract/frameworks/bundle.ts";
import type { Window } from "#contract/frameworks/effectiveness.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import type { ClientFileRow } from "#contract/workspaces/client-file.ts";
import type { ClientScope } from "../ports.ts";

/** What a bundle is about. */
export type BundleOf = { framework: FrameworkId } & Window;

/** A control in a bundle, with its tests. */
export type BundleControl = {
	id: string;
	code: string;
	title: string;
	objective: string;
	kind: string;
	state: string;
	reason: string;
	owner: string;
	/** Of the bundle's framework. */
	requirements: string[];
	tests: { id: string; title: string; kind: string; everyDays: number; active: boolean; spec: unknown }[];
};

/** A run in the window. */
export type BundleRun = {
	id: string;
	control: string;
	test: string;
	host: string;
	at: string;
	windowFrom: string;
	windowTo: string;
	result: string;
	reason: string;
	expiresOn: string;
	by: string;
	scanId: string | null;
	evidenceId: string | null;
};

/** An assessment in a bundle: once for each of its sign-offs, or once without one. */
export type BundleAssessment = {
	id: string;
	title: string;
	subject: string;
	template: string;
	version: number;
	state: string;
	changedAt: string;
	answered: number;
	asked: number;
	missing: number;
	gaps: number;
	/** Null for one that nobody signed. */
	signOff: { revision: number; signedAt: string; signers: string[]; sha256: string; stands: boolean } | null;
};

/** What a bundle is made from. */
export type BundleSource = {
	workspaceName: string;
	clientName: string;
	/** Those that serve the framework, by code. */
	controls: BundleControl[];
	/** Those that were changed or signed in the window, newest first. */
	assessments: BundleAssessment[];
	/** A signed revision of one as a PDF. */
	signedPdf(id: string, revision: number): Promise<Buffer | undefined>;
	/** In batches, oldest first. */
	runs(): AsyncGenerator<BundleRun[]>;
	/**
	 * In batches: accepted pieces, also superseded and withdrawn ones, that are on these controls, on requirements of the framework, or
	 * came of a run, and speak of days in the window.
	 */
	evidence(): AsyncGenerator<ClientFileRow<"evidence">[]>;
	/** A file of a piece. Its custody list says that it was opened. Undefined if it was deleted in the meantime. */
	file(id: EvidenceId, sha256: string): Promise<Buffer | undefined>;
};

/** A document, whole or, if it grows with findings, piece by piece. */
export type BundleDocument = { path: string } & (
	| { make: () => Promise<Buffer> }
	| { pieces: () => AsyncIterable<string> }
);

/** A link as its token finds it. */
export type FoundLink = { link: BundleLink; scope: ClientScope; clientName: string; workspaceName: string };

export type BundleLinkStore = {
	list(scope: ClientScope, framework: FrameworkId): Promise<BundleLink[]>;
	/** "limit_reached": the client has as many as it can. "bad_end": its last day is over, or too far away. */
	add(
		scope: ClientScope,
		framework: FrameworkId,
		asked: { request: BundleLinkRequest; tokenHash: Buffer },
	): Promise<BundleLink | "limit_reached" | "bad_end">;
	remove(scope: ClientScope, framework: FrameworkId, id: BundleLinkId): Promise<boolean>;
	/** Undefined if it never was, was revoked, or its last day is over. `downloads`: counts one. */
	find(tokenHash: Buffer, downloads: boolean): Promise<FoundLink | undefined>;
};
