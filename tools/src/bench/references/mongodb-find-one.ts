import { createServer } from 'node:http';
import { MongoClient } from 'mongodb';
import { listenAndAnnounce } from './announce.ts';

const client = await new MongoClient(process.env['MONGODB_URI'] ?? '').connect();
const documents = client.db('kith-bench').collection<{ _id: string; hello: string }>('hello');
await documents.replaceOne({ _id: 'hello' }, { hello: 'world' }, { upsert: true });

listenAndAnnounce(
  createServer((_request, response) => {
    void documents.findOne({ _id: 'hello' }).then((found) => {
      const body = JSON.stringify(found);
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
      response.end(body);
    });
  }),
);
