let page = "";
let client = "";

const write = (): void => {
	document.title = client === "" ? page : `${client} · ${page}`;
};

/** Names the shown page in the title of the window. */
export function titlePage(title: string): void {
	page = title;
	write();
}

/** Puts the client that the screens show before the title; empty for none. */
export function titleClient(name: string): void {
	if (name === client) return;
	page ||= document.title;
	client = name;
	write();
}
