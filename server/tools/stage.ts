import { randomBytes } from "node:crypto";
import { lstat, mkdir, readdir, readlink, rename, rm, symlink } from "node:fs/promises";
import { join, sep } from "node:path";

const STAGED = /^(.+)-[0-9a-f]{8}$/;

/**
 * Makes a tool in a folder of its own, and gives it its name with the last step: whatever happens before, nothing half-made
 * is ever found. `make` returns the folder inside that is the tool, or throws. The name is a link, because a Python
 * environment holds its own path and cannot be moved.
 */
export async function stage(
	toolsFolder: string,
	name: string,
	make: (folder: string) => Promise<string>,
): Promise<void> {
	const staged = `${name}-${randomBytes(4).toString("hex")}`;
	await mkdir(join(toolsFolder, staged), { recursive: true });
	try {
		const inside = await make(join(toolsFolder, staged));
		const link = join(toolsFolder, `${staged}.link`);
		// Relative, so that the folder it is in may be moved as a whole.
		await symlink(inside === "" ? staged : join(staged, inside), link);
		const place = join(toolsFolder, name);
		// An earlier release of ours made the folder itself under this name.
		if (await isRealFolder(place)) await rename(place, join(toolsFolder, `${name}-${randomBytes(4).toString("hex")}`));
		await rename(link, place);
	} catch (error) {
		await removeStaged(toolsFolder, staged);
		throw error;
	}
}

/** Takes a tool's name away again, where what was made turned out not to work. */
export async function unlinkTool(toolsFolder: string, name: string): Promise<void> {
	await rm(join(toolsFolder, name), { force: true });
}

/** Removes what interrupted or replaced installations left behind. Only whoever holds the lock may do so. */
export async function removeLeftovers(toolsFolder: string): Promise<void> {
	const names = await readdir(toolsFolder).catch(() => []);
	for (const name of names) {
		const tool = STAGED.exec(name.replace(/\.link$/, ""))?.[1];
		if (tool === undefined) continue;
		const target = await readlink(join(toolsFolder, tool)).catch(() => "");
		if (target.split(sep)[0] !== name) await removeStaged(toolsFolder, name);
	}
}

const removeStaged = (toolsFolder: string, name: string) =>
	rm(join(toolsFolder, name), { recursive: true, force: true, maxRetries: 3 });

async function isRealFolder(path: string): Promise<boolean> {
	return lstat(path).then(
		(entry) => entry.isDirectory(),
		() => false,
	);
}
