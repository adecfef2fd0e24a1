// Plain JavaScript, so that any Node can run it: the rest of the product is TypeScript, which only a new Node runs. 24.7 is the first
// version with Argon2, which hashes the passwords.

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `Нужен Node.js 24.7 или новее, а запущен ${process.versions.node}: установите его с https://nodejs.org и повторите команду. / ` +
      `Node.js 24.7 or newer is needed, this is ${process.versions.node}: install it from https://nodejs.org and repeat the command.`,
  );
  process.exit(1);
}
