import { randomBytes } from "node:crypto";
import { lstat, mkdir, readdir, readlink, rename, rm, symlink } from "node:fs/promises";
import { join, sep } from "node:path";

const STAGED = /^(.+)-[0-9a-f]{8}$/;

/**
 * Builds a tool in its own folder and creates the link with its name as the last step, so that a half-built tool is never found. `make`
 * returns the folder inside that is the tool, or throws. The name is a link because a Python environment contains its own path and cannot
 * be moved.
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
		// Relative, so that the whole folder can be moved.
		await symlink(inside === "" ? staged : join(staged, inside), link);
		const place = join(toolsFolder, name);
		// An earlier release created the folder itself under this name.
		if (await isRealFolder(place)) await rename(place, join(toolsFolder, `${name}-${randomBytes(4).toString("hex")}`));
		await rename(link, place);
	} catch (error) {
		await removeStaged(toolsFolder, staged);
		throw error;
	}
}

/** Removes a tool's link again if the tool turns out not to work. */
export async function unlinkTool(toolsFolder: string, name: string): Promise<void> {
	await rm(join(toolsFolder, name), { force: true });
}

/** Removes what interrupted or replaced installations left behind. Call only with the lock held. */
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
