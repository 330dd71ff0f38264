# Hands the scans of the built-in scanner to the page.
.class public Lde/magazin/app/Scans;
.super Landroid/content/BroadcastReceiver;

.field final main:Lde/magazin/app/Main;

.method constructor <init>(Lde/magazin/app/Main;)V
    .locals 0
    invoke-direct {p0}, Landroid/content/BroadcastReceiver;-><init>()V
    iput-object p1, p0, Lde/magazin/app/Scans;->main:Lde/magazin/app/Main;
    return-void
.end method

.method public listen()V
    .locals 4
    new-instance v0, Landroid/content/IntentFilter;
    const-string v1, "de.magazin.app.SCAN"
    invoke-direct {v0, v1}, Landroid/content/IntentFilter;-><init>(Ljava/lang/String;)V
    const-string v1, "android.intent.category.DEFAULT"
    invoke-virtual {v0, v1}, Landroid/content/IntentFilter;->addCategory(Ljava/lang/String;)V
    iget-object v1, p0, Lde/magazin/app/Scans;->main:Lde/magazin/app/Main;
    sget v2, Landroid/os/Build$VERSION;->SDK_INT:I
    const/16 v3, 0x21
    if-lt v2, v3, :older
    # RECEIVER_EXPORTED: Android 13 wants to be told that another app, the scanner's, may send it
    const/4 v2, 0x2
    invoke-virtual {v1, p0, v0, v2}, Lde/magazin/app/Main;->registerReceiver(Landroid/content/BroadcastReceiver;Landroid/content/IntentFilter;I)Landroid/content/Intent;
    return-void
    :older
    invoke-virtual {v1, p0, v0}, Lde/magazin/app/Main;->registerReceiver(Landroid/content/BroadcastReceiver;Landroid/content/IntentFilter;)Landroid/content/Intent;
    return-void
.end method

.method public onReceive(Landroid/content/Context;Landroid/content/Intent;)V
    .locals 1
    iget-object v0, p0, Lde/magazin/app/Scans;->main:Lde/magazin/app/Main;
    iget-object v0, v0, Lde/magazin/app/Main;->web:Landroid/webkit/WebView;
    invoke-static {v0, p2}, Lde/magazin/app/Scans;->hand(Landroid/webkit/WebView;Landroid/content/Intent;)V
    return-void
.end method

# Zebra, Honeywell and Datalogic name the text of a scan each in their own way.
.method static hand(Landroid/webkit/WebView;Landroid/content/Intent;)V
    .locals 4
    const-string v0, "com.symbol.datawedge.data_string"
    invoke-virtual {p1, v0}, Landroid/content/Intent;->getStringExtra(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    if-nez v0, :found
    const-string v0, "data"
    invoke-virtual {p1, v0}, Landroid/content/Intent;->getStringExtra(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    if-nez v0, :found
    const-string v0, "com.datalogic.decode.intentwedge.barcode_string"
    invoke-virtual {p1, v0}, Landroid/content/Intent;->getStringExtra(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    if-nez v0, :found
    return-void
    :found
    const-string v1, "com.symbol.datawedge.label_type"
    invoke-virtual {p1, v1}, Landroid/content/Intent;->getStringExtra(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v1
    if-nez v1, :named
    const-string v1, ""
    :named
    new-instance v2, Ljava/lang/StringBuilder;
    # a page takes magazin-scan by preventDefault; one that knows nothing of it gets the keys of a scanner that types
    const-string v3, "((data,type)=>{if(!dispatchEvent(new CustomEvent('magazin-scan',{cancelable:true,detail:{data,type}})))return;const at=document.activeElement??document.body;for(const key of [...data,'Enter'])for(const kind of ['keydown','keyup'])at.dispatchEvent(new KeyboardEvent(kind,{key,bubbles:true,cancelable:true}))})("
    invoke-direct {v2, v3}, Ljava/lang/StringBuilder;-><init>(Ljava/lang/String;)V
    invoke-static {v0}, Lorg/json/JSONObject;->quote(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    invoke-virtual {v2, v0}, Ljava/lang/StringBuilder;->append(Ljava/lang/String;)Ljava/lang/StringBuilder;
    const-string v0, ","
    invoke-virtual {v2, v0}, Ljava/lang/StringBuilder;->append(Ljava/lang/String;)Ljava/lang/StringBuilder;
    invoke-static {v1}, Lorg/json/JSONObject;->quote(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    invoke-virtual {v2, v0}, Ljava/lang/StringBuilder;->append(Ljava/lang/String;)Ljava/lang/StringBuilder;
    const-string v0, ")"
    invoke-virtual {v2, v0}, Ljava/lang/StringBuilder;->append(Ljava/lang/String;)Ljava/lang/StringBuilder;
    invoke-virtual {v2}, Ljava/lang/StringBuilder;->toString()Ljava/lang/String;
    move-result-object v0
    const/4 v1, 0x0
    invoke-virtual {p0, v0, v1}, Landroid/webkit/WebView;->evaluateJavascript(Ljava/lang/String;Landroid/webkit/ValueCallback;)V
    return-void
.end method
