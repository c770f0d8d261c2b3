import { expect, test } from "vitest";
import { type Viewport, watchKeyboard } from "#src/ui/dialogs/above-keyboard.ts";

function phone() {
	const viewport = Object.assign(new EventTarget(), { height: 740, offsetTop: 0, scale: 1 });
	const said: string[] = [];
	const element = { style: { setProperty: (name: string, value: string) => said.push(`${name} ${value}`) } };
	// As much of both as is used.
	const stop = watchKeyboard(element as never, viewport as unknown as Viewport, () => 740);
	const change = (changes: Partial<typeof viewport>) => {
		Object.assign(viewport, changes);
		viewport.dispatchEvent(new Event("resize"));
	};
	return { said, stop, change };
}

test("a sheet gets how much a keyboard covers, and when it is gone", () => {
	const { said, stop, change } = phone();
	change({ height: 400 });
	change({ height: 400, offsetTop: 100 });
	change({ height: 740, offsetTop: 0 });
	stop();
	change({ height: 400 });
	expect(said).toEqual(["--keyboard 0px", "--keyboard 340px", "--keyboard 240px", "--keyboard 0px"]);
});

test("zooming in is no keyboard", () => {
	const { said, change } = phone();
	change({ height: 370, scale: 2 });
	expect(said.at(-1)).toBe("--keyboard 0px");
});
