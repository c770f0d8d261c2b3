// Long tasks say what they are and that they are still running: on a terminal by counting seconds, elsewhere by a line before and after.

let line = "";
const out = process.stdout;
const clear = () => line !== "" && out.write("\r\u001b[K");

/** Shows a program's output above the counting line. */
export function show(chunk, stream = out) {
	clear();
	stream.write(chunk);
	if (line !== "") out.write(line);
}

/** Shows `what` while `work` runs, then `done` and the seconds it took. */
export async function during(what, done, work) {
	const started = performance.now();
	const seconds = () => Math.round((performance.now() - started) / 1000);
	const draw = () => {
		clear();
		line = `${what} … ${seconds()} s`;
		out.write(line);
	};
	let timer;
	if (out.isTTY) {
		draw();
		timer = setInterval(draw, 1000);
	} else {
		out.write(`${what} …\n`);
	}
	const end = () => {
		clearInterval(timer);
		clear();
		line = "";
	};
	try {
		const result = await work();
		end();
		out.write(`${done} in ${seconds()} s.\n`);
		return result;
	} finally {
		end();
	}
}
