import type { ToolKind } from "#contract/kinds/kinds.ts";

/** Bytes of a download, so far and in total. */
export type Download = { done: number; total: number };

/** What an installation works with. */
export type InstallJob = {
	/** Aborted when this process ends: nothing half-done may look finished afterward. */
	signal: AbortSignal;
	/** An earlier installation of this tool was interrupted. */
	interrupted: boolean;
	onDownload: (download: Download) => void;
};

export type Outcome = { ok: true } | { ok: false; why: string };

/** How a tool can be installed on this machine as it is now. */
export type Plan =
	| {
			possible: true;
			/** What will be installed and where, such as `SSLyze 6.3.1 into var/tools`. */
			says: string;
			/** What exactly is installed. Another release may pin another version, which is then tried right away. */
			pin: string;
			/** How long it usually takes. */
			aboutMs: number;
			install: (job: InstallJob) => Promise<Outcome>;
	  }
	| {
			possible: false;
			/** What is missing, in one sentence for the operator. */
			why: string;
			/** What the operator can do, such as a command; null if there is nothing. */
			remedy: string | null;
	  };

/** How to install one tool on this machine. */
export type Recipe = { kind: ToolKind; title: string; plan: () => Promise<Plan> };
