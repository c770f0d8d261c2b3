import { spawnSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { scratchFolder } from "../support/scratch-folder.ts";

/** A separate disk that can be filled to the last byte: a tmpfs, which only root can mount. */
export type SmallDisk = { folder: string; fill(): void; free(): void; unmount(): void };

/** Undefined if nothing can be mounted. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | undefined> {
	if (process.platform !== "linux" || process.getuid?.() !== 0) return undefined;
	const folder = await scratchFolder("disk");
	if (spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", folder]).status !== 0)
		return undefined;
	await chmod(folder, 0o755);
	const ballast = join(folder, "ballast");
	const unmount = () => {
		spawnSync("umount", ["--lazy", folder]);
	};
	process.once("exit", unmount);
	return {
		folder,
		fill() {
			const file = openSync(ballast, "a");
			try {
				for (const size of [1_000_000, 4_096, 1]) fillBy(file, Buffer.alloc(size));
			} finally {
				closeSync(file);
			}
		},
		free: () => rmSync(ballast, { force: true }),
		unmount() {
			process.off("exit", unmount);
			unmount();
		},
	};
}

function fillBy(file: number, chunk: Buffer): void {
	try {
		for (;;) writeSync(file, chunk);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
	}
}
