type UnderWay = {
	/** When it was started or, while it waits, queued. */
	begunAt: Date;
	/** When its progress was last reported; null while it waits. */
	seenAt: Date | null;
	/** Whole percent. */
	progress: number;
};

/** Below this, progress says too little about the rest. */
const TELLING_PROGRESS = 10;

/** When a scan is likely to end: by how long such scans took, or else by its progress. Null if neither gives a time in the future. */
export function estimateEnd(
	{ begunAt, seenAt, progress }: UnderWay,
	usualMs: number | undefined,
	now: Date,
): Date | null {
	const begun = begunAt.getTime();
	const byOthers = usualMs === undefined ? undefined : begun + usualMs;
	if (byOthers !== undefined && byOthers > now.getTime()) return new Date(byOthers);
	if (seenAt === null || progress < TELLING_PROGRESS) return null;
	const byProgress = begun + ((seenAt.getTime() - begun) * 100) / progress;
	return byProgress > now.getTime() ? new Date(byProgress) : null;
}
