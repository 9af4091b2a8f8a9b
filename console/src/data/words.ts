/** A text that begins with a capital letter: `read 3 hours ago` as `Read 3 hours ago`. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `first_label`: `first label`. */
export function toWords(name: string): string {
  return name.replaceAll('_', ' ');
}
