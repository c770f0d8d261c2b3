let page = "";
let client = "";

const write = (): void => {
	document.title = client === "" ? page : `${client} · ${page}`;
};

/** Puts the current page's name in the window title. */
export function titlePage(title: string): void {
	page = title;
	write();
}

/** Puts the current client's name before the title; empty for none. */
export function titleClient(name: string): void {
	if (name === client) return;
	page ||= document.title;
	client = name;
	write();
}
