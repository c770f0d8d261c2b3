import type { ScanKind } from "#contract/scans.ts";

/** Kinds of scan that an outside program runs. */
export type ToolKind = Exclude<ScanKind, "combined">;

/** Bytes of a download, so far and in all. */
export type Download = { done: number; total: number };

/** What an installation is given to work with. */
export type InstallJob = {
	/** Aborted when this process ends: nothing half-done may look finished afterwards. */
	signal: AbortSignal;
	/** An earlier installation of this tool was cut off in the middle. */
	interrupted: boolean;
	onDownload: (download: Download) => void;
};

export type Outcome = { ok: true } | { ok: false; why: string };

/** What can be done about a tool on this machine as it is now. */
export type Plan =
	| {
			possible: true;
			/** What is about to be done and where, such as `SSLyze 6.3.1 into var/tools`. */
			says: string;
			/** What exactly is installed: another release of ours may pin another version, which is worth another try at once. */
			pin: string;
			/** How long it usually takes. */
			aboutMs: number;
			install: (job: InstallJob) => Promise<Outcome>;
	  }
	| {
			possible: false;
			/** What is missing, in one sentence for the operator. */
			why: string;
			/** What the operator can do, such as a command; null where there is nothing to offer. */
			remedy: string | null;
	  };

/** How one tool is added to this machine. */
export type Recipe = { kind: ToolKind; title: string; plan: () => Promise<Plan> };
