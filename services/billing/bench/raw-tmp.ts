import { openStore } from '@countinghouse/store';
import { isolatedDatabase, testServers } from '@countinghouse/testing';

const { mongoUrl } = await testServers();
const store = await openStore({
  url: isolatedDatabase(mongoUrl).mongoUrl,
  database: 'x',
  appName: 'x',
  log: { info() {}, warn() {}, error() {} },
});
const c = store.collection<any>('c');
await c.insertMany(Array.from({ length: 100 }, (_, k) => ({ _id: k, a: [] })));
async function t(name: string, n: number, f: (i: number) => Promise<unknown>) {
  const s = performance.now();
  for (let i = 0; i < n; i++) await f(i);
  console.log(name, ((performance.now() - s) / n).toFixed(2), 'ms each');
}
const R = (n: number) => Array.from({ length: n }, (_, k) => k);
await t('update 1', 50, (i) => c.updateOne({ _id: 1 }, { $set: { i } }));
await t('bulk 8', 50, (i) =>
  c.bulkWrite(
    R(8).map((k) => ({ updateOne: { filter: { _id: k }, update: { $set: { i } } } })),
    { ordered: false },
  ),
);
await t('parallel 8', 50, (i) => Promise.all(R(8).map((k) => c.updateOne({ _id: k }, { $set: { i } }))));
await t('bulk 16', 50, (i) =>
  c.bulkWrite(
    R(16).map((k) => ({ updateOne: { filter: { _id: k }, update: { $set: { i } } } })),
    { ordered: false },
  ),
);
await t('parallel 16', 50, (i) => Promise.all(R(16).map((k) => c.updateOne({ _id: k }, { $set: { i } }))));
await t('insertMany 16', 50, (i) => c.insertMany(R(16).map((k) => ({ _id: 1000 + i * 16 + k }))));
await t('parallel insert 16', 50, (i) => Promise.all(R(16).map((k) => c.insertOne({ _id: 100000 + i * 16 + k }))));
await t('$in update many 16 (pull)', 50, (i) => c.updateMany({ _id: { $in: R(16) } }, { $set: { i } }));
await store.close();
process.exit(0);
